/** JSON that can stand inside a script element: nothing in it can end that element or begin another. */
export const jsonForScript = (data: unknown) =>
  JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
