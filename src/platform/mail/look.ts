/** The site's colours as plain values: mail programs know no variables. */
export const colour = {
  teal: '#087f5b',
  text: '#1a1d1f',
  quiet: '#5c666d',
  line: '#e3e8ea',
  page: '#f1f4f4',
}

export const font = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
