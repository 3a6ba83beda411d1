/** The name of a photo, from a path in a zip or of an address. Some have none, or no ending that says the type. */
export function bareFileName(path: string) {
  const name = (path.split(/[/\\]/).at(-1) ?? '').replaceAll(/[^\p{L}\d._ -]/gu, '').slice(-80)
  return /\.(?:jpe?g|png|webp|gif|heic)$/i.test(name) ? name : `${name || 'photo'}.jpg`
}
