/** The dialogs of people, devices and links, and signing in. */

export * from "./conflict.js";
export * from "./account.js";
export * from "./proposals.js";
export * from "./sharing.js";
export * from "./sign-in.js";
export * from "./token.js";
