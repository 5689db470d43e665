/** QR codes (ISO/IEC 18004): bytes, error correction M, versions 1 to 10; drawn as SVG. */

/** For each version: octets of error correction in a block, then how many data octets each block has. */
const blocksOfVersion = [
  undefined, [10, 16], [16, 28], [26, 44], [18, 32, 32], [24, 43, 43], [16, 27, 27, 27, 27],
  [18, 31, 31, 31, 31], [22, 38, 38, 39, 39], [22, 36, 36, 36, 37, 37], [26, 43, 43, 43, 43, 44],
];

/** Where the middles of the alignment patterns are, by version. */
const alignmentsOfVersion = [
  undefined, [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
  [6, 28, 50],
];

/** Which modules each mask turns over. */
const masks = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

// MARK: Octets

/** Powers and logarithms in the field of 256 elements in which the error correction calculates. */
const powers = new Uint8Array(510);
const logarithms = new Uint8Array(256);
for (let [exponent, value] = [0, 1]; exponent < 255; exponent++) {
  powers[exponent] = powers[exponent + 255] = value;
  logarithms[value] = exponent;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

/** The octets that follow a block, by which a reader mends it: the rest of a division of polynomials. */
function correction(block, count) {
  let generator = [1];
  for (let root = 0; root < count; root++) {
    const next = [...generator, 0];
    generator.forEach((factor, index) => {
      if (factor) next[index + 1] ^= powers[logarithms[factor] + root];
    });
    generator = next;
  }
  const rest = [...block, ...new Array(count).fill(0)];
  for (let index = 0; index < block.length; index++) {
    if (!rest[index]) continue;
    const scale = logarithms[rest[index]];
    generator.forEach((factor, offset) => {
      rest[index + offset] ^= powers[logarithms[factor] + scale];
    });
  }
  return rest.slice(block.length);
}

/** Everything that is written into a code of a version, bit by bit. */
function bitsOf(bytes, version) {
  const [corrections, ...sizes] = blocksOfVersion[version];
  const capacity = sizes.reduce((sum, size) => sum + size);
  const bits = [];
  const append = (value, count) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  append(0b0100, 4);
  append(bytes.length, lengthBits(version));
  for (const byte of bytes) append(byte, 8);
  append(0, Math.min(4, capacity * 8 - bits.length));
  append(0, -bits.length & 7);
  for (let filler = 0xec; bits.length < capacity * 8; filler ^= 0xec ^ 0x11) append(filler, 8);

  const octets = bits.join("").match(/.{8}/g).map((octet) => parseInt(octet, 2));
  const blocks = sizes.map((size) => octets.splice(0, size));
  bits.length = 0;
  // The blocks take turns, so that a stain touches a little of each.
  for (const parts of [blocks, blocks.map((block) => correction(block, corrections))]) {
    for (let index = 0; index < Math.max(...parts.map(({ length }) => length)); index++) {
      for (const part of parts) if (index < part.length) append(part[index], 8);
    }
  }
  return bits;
}

const lengthBits = (version) => (version < 10 ? 8 : 16);

/** The smallest version that so many bytes go into. */
function versionFor(count) {
  const version = blocksOfVersion.findIndex((blocks, version) => {
    if (!blocks) return false;
    const capacity = blocks.slice(1).reduce((sum, size) => sum + size) * 8;
    return 4 + lengthBits(version) + 8 * count <= capacity;
  });
  if (version < 0) throw new RangeError(`${count} bytes are too many for a QR code.`);
  return version;
}

// MARK: Modules

/** The rest by which readers mend the numbers of version and mask. */
function checked(value, generator, count) {
  let rest = value << count;
  const top = 31 - Math.clz32(generator);
  for (let bit = top + count; bit >= top; bit--) if ((rest >> bit) & 1) rest ^= generator << (bit - top);
  return (value << count) | rest;
}

/** A square of modules, and which of them are no data. */
class Grid {
  constructor(version) {
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.#drawPatterns(version);
  }

  fix(row, column, dark) {
    if (row < 0 || column < 0 || row >= this.size || column >= this.size) return;
    this.dark[row][column] = Boolean(dark);
    this.fixed[row][column] = true;
  }

  #drawPatterns(version) {
    const { size } = this;
    for (let index = 0; index < size; index++) {
      this.fix(6, index, index % 2 === 0);
      this.fix(index, 6, index % 2 === 0);
    }
    const corners = [[3, 3], [3, size - 4], [size - 4, 3]];
    for (const [row, column] of corners) this.#drawRings(row, column, 4, [2, 4]);
    const middles = alignmentsOfVersion[version];
    for (const row of middles) {
      for (const column of middles) {
        // Three corners have a large pattern, and no small one.
        const corner = [[6, 6], [6, size - 7], [size - 7, 6]].some(([y, x]) => y === row && x === column);
        if (!corner) this.#drawRings(row, column, 2, [1]);
      }
    }
    this.drawFormat(0);
    if (version < 7) return;
    const bits = checked(version, 0x1f25, 12);
    for (let bit = 0; bit < 18; bit++) {
      const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
      this.fix(near, far, (bits >> bit) & 1);
      this.fix(far, near, (bits >> bit) & 1);
    }
  }

  /** Draws squares around a middle, all dark but for the `light` ones. */
  #drawRings(row, column, reach, light) {
    for (let down = -reach; down <= reach; down++) {
      for (let right = -reach; right <= reach; right++) {
        this.fix(row + down, column + right, !light.includes(Math.max(Math.abs(down), Math.abs(right))));
      }
    }
  }

  /** Writes the number of the mask, and that the error correction is M, at two places. */
  drawFormat(mask) {
    const bits = checked(mask, 0x537, 10) ^ 0x5412;
    const { size } = this;
    for (let bit = 0; bit < 15; bit++) {
      const dark = (bits >> bit) & 1;
      if (bit < 8) this.fix(bit < 6 ? bit : bit + 1, 8, dark);
      else this.fix(8, bit === 8 ? 7 : 14 - bit, dark);
      if (bit < 8) this.fix(8, size - 1 - bit, dark);
      else this.fix(size - 15 + bit, 8, dark);
    }
    this.fix(size - 8, 8, true);
  }

  /** Writes bits in pairs of columns, from the right, up and down in turns. */
  write(bits) {
    let index = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right--;
      const up = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step++) {
        const row = up ? this.size - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (!this.fixed[row][column]) this.dark[row][column] = bits[index++] === 1;
        }
      }
    }
  }

  /** Turns over what a mask says; a second time turns it back. */
  apply(mask) {
    this.drawFormat(mask);
    this.dark.forEach((cells, row) => cells.forEach((dark, column) => {
      if (!this.fixed[row][column] && masks[mask](row, column)) cells[column] = !dark;
    }));
  }

  /** How hard the code is to read: long runs, squares, what looks like a corner, too much of one colour. */
  penalty() {
    const { dark, size } = this;
    const columns = dark.map((_, column) => dark.map((cells) => cells[column]));
    let sum = 0;
    for (const line of [...dark, ...columns]) {
      const text = line.map(Number).join("");
      for (const { length } of text.match(/0{5,}|1{5,}/g) ?? []) sum += length - 2;
      sum += 40 * [...text.matchAll(/(?=00001011101|10111010000)/g)].length;
    }
    for (let row = 1; row < size; row++) {
      for (let column = 1; column < size; column++) {
        const cell = dark[row][column];
        const same = cell === dark[row - 1][column] && cell === dark[row][column - 1];
        if (same && cell === dark[row - 1][column - 1]) sum += 3;
      }
    }
    const share = dark.flat().filter(Boolean).length / size ** 2;
    return sum + 10 * Math.floor(Math.abs(share * 100 - 50) / 5);
  }
}

// MARK: Codes

/** The modules of a code, row by row: `true` for a dark one. Of the masks that is taken which reads best. */
export function encode(text, mask = undefined) {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const grid = new Grid(version);
  grid.write(bitsOf(bytes, version));
  let best = mask;
  if (best === undefined) {
    let least = Infinity;
    masks.forEach((_, candidate) => {
      grid.apply(candidate);
      const penalty = grid.penalty();
      grid.apply(candidate);
      if (penalty < least) [least, best] = [penalty, candidate];
    });
  }
  grid.apply(best);
  return grid.dark;
}

const quietModules = 4;

/** A picture of a code with its quiet margin, for those who see it: the text stands beside it. */
export function draw(text) {
  const modules = encode(text);
  const side = modules.length + 2 * quietModules;
  const element = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  let path = "";
  modules.forEach((cells, row) => cells.forEach((dark, column) => {
    if (dark) path += `M${column + quietModules} ${row + quietModules}h1v1h-1z`;
  }));
  const picture = element("svg", { viewBox: `0 0 ${side} ${side}`, class: "code", "aria-hidden": true });
  picture.append(element("rect", { width: side, height: side }), element("path", { d: path }));
  return picture;
}
