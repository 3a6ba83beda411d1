import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { MessageScreen } from './MessageScreen.tsx'

export function NotFoundScreen() {
  const router = useRouter()
  return (
    <MessageScreen
      heading="Not found!"
      actions={
        <>
          <Button variant="default" onClick={() => router.history.back()}>
            Go back
          </Button>
          <Button onClick={() => router.navigate({ to: '/' })}>Go to home page</Button>
        </>
      }
    >
      Sorry, the page you are looking for has moved or doesn't exist.
    </MessageScreen>
  )
}
