/** A map made of square tiles. */

const tilePixels = 256;
const zoom = 15;

/** Shows a map around a place; `address` has placeholders for `{z}`, `{x}` and `{y}`. */
export function showMap(element, address, { latitude, longitude }) {
  const { clientWidth: width, clientHeight: height } = element;
  const count = 2 ** zoom;
  // Web Mercator: the tile coordinates of the place.
  const angle = latitude * Math.PI / 180;
  const west = (longitude + 180) / 360 * count;
  const north = (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2 * count;
  const [across, down] = [width, height].map((pixels) => pixels / 2 / tilePixels);
  const tiles = [];
  for (let y = Math.floor(north - down); y < north + down; y++) {
    for (let x = Math.floor(west - across); x < west + across; x++) {
      if (y < 0 || y >= count) continue;
      const tile = new Image(tilePixels, tilePixels);
      tile.alt = "";
      // Tile servers require a referrer.
      tile.referrerPolicy = "origin";
      tile.style.left = `${(x - west) * tilePixels + width / 2}px`;
      tile.style.top = `${(y - north) * tilePixels + height / 2}px`;
      const place = { z: zoom, x: (x + count) % count, y };
      tile.src = address.replace(/[{]([zxy])[}]/g, (_, name) => place[name]);
      tiles.push(tile);
    }
  }
  element.replaceChildren(...tiles);
}
