import { useRouter } from '@tanstack/react-router'
import buttons from './buttons.module.css'
import { MessageScreen } from './MessageScreen.tsx'

export function NotFoundScreen() {
  const router = useRouter()
  return (
    <MessageScreen
      heading="Not found!"
      actions={
        <>
          <button type="button" className={buttons.plain} onClick={() => router.history.back()}>
            Go back
          </button>
          <button type="button" className={buttons.filled} onClick={() => router.navigate({ to: '/' })}>
            Go to home page
          </button>
        </>
      }
    >
      Sorry, the page you are looking for has moved or doesn't exist.
    </MessageScreen>
  )
}
