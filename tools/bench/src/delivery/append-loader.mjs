/** Puts a line behind a module: what a further version of a library is to the bundler. */
export default function append(source) {
  return `${source}\n;globalThis.nemusDeliveryBench = true;\n`;
}
