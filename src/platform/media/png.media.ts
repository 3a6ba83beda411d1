import { crc32, deflateSync } from 'node:zlib'

/** After the signature and the first chunk, which has a fixed length. */
const AFTER_HEADER = 33

/** The same PNG with a description of its colours, which sharp heeds only when it stands inside the picture. */
export const withColourProfile = (png: Buffer, profile: Buffer) =>
  Buffer.concat([
    png.subarray(0, AFTER_HEADER),
    pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)])),
    png.subarray(AFTER_HEADER),
  ])

export function pngChunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
