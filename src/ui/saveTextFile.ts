/** Lets the browser save a text that this page has made. */
export function saveTextFile(name: string, text: string, type = 'application/json') {
  const address = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}
