/** Shows the messages that the server pushes, and opens their page. It does nothing else: no caching, no requests. */
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json()
  const shown = { body, tag, data: { path }, icon: '/icon-192.png', badge: '/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})

/** In a tab of the portal if there is one, otherwise in a new one. */
async function openPage(path) {
  const url = new URL(path, self.location.origin)
  // Only our own pages, whatever the message says.
  if (url.origin !== self.location.origin) return
  const tabs = await self.clients.matchAll({ type: 'window' })
  const portal = tabs.find((tab) => new URL(tab.url).pathname.startsWith('/portal'))
  if (!portal) return self.clients.openWindow(url.href)
  await portal.focus()
  return portal.navigate(url.href)
}
