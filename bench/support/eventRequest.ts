const USER_AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
]
/** Some of the blocks of addresses that New Zealanders surf from. */
const NETWORKS = ['118.92', '125.236', '122.56', '219.88', '222.152', '203.97', '101.98', '121.98']

/** A view as a browser's beacon sends it, through a proxy that adds the visitor's IP address. */
export function eventRequest(n: number, listings: number) {
  const listing = 1 + ((n * 7919) % listings)
  const page = { listingId: `list_bench${listing}`, pathname: `/listings/bench-${listing}` }
  const body = JSON.stringify({ event: 'listing_view', ...page, referrer: 'https://www.google.com/' })
  const head = [
    'POST /_event HTTP/1.1',
    'Host: localhost',
    `User-Agent: ${USER_AGENTS[n % USER_AGENTS.length]}`,
    `X-Forwarded-For: ${NETWORKS[n % NETWORKS.length]}.${(n >> 8) & 255}.${n & 255}`,
    'Sec-Fetch-Site: same-origin',
    'Content-Type: text/plain;charset=UTF-8',
    `Content-Length: ${body.length}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}
