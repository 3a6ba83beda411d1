import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { errorResponse } from './handleRequest.server.ts'

test('an error page shows its message as text, with any characters in it', async () => {
  const error = new AppError('Odd', 400, 'No such page: <img src=x onerror=alert(1)>', { errorId: '"><script>' })
  const request = new Request('http://localhost/', { headers: { accept: 'text/html' } })
  const page = await errorResponse(error, request).text()
  expect(page).toContain('<p>No such page: &lt;img src=x onerror=alert(1)&gt;</p>')
  expect(page).not.toMatch(/<img|<script/)
})
