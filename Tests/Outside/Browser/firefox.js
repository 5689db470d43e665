/** Loaded before Playwright's driver: it sends a command to each page that Firefox ESR does not have yet. */

const fs = require("node:fs");
const { _extensions: extensions } = require("node:module");

const load = extensions[".js"];
extensions[".js"] = (module, file) => {
    if (!file.endsWith("coreBundle.js")) return load(module, file);
    const unknown = /await this\.(_session|_browser\._browserSession)\.send\("emulation\.setMediaFeaturesOverride",/g;
    const text = fs.readFileSync(file, "utf8");
    if (text.match(unknown)?.length !== 2) throw new Error("Playwright's driver has changed; see firefox.js");
    return module._compile(text.replace(unknown, "void ("), file);
};
