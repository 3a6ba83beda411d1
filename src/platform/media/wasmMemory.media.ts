const WASM_PAGE_BYTES = 64 * 1024

/**
 * WebAssembly's memory lies outside the resource limits of a thread. Its growth is asked for in JavaScript, so it can be
 * refused here; the code inside then ends with an error.
 */
export function limitWasmMemory(bytes: number) {
  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function growWithin(pages) {
    if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > bytes) throw new RangeError('The memory limit is reached.')
    return grow.call(this, pages)
  }
}

/** What WebAssembly throws when its memory, or its patience with itself, is at an end. */
export const isWasmCrash = (error: unknown) => error instanceof WebAssembly.RuntimeError || error instanceof RangeError
