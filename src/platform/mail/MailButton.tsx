import { Button } from '@react-email/button'
import { emailColours } from './look.ts'

/** The one thing to do. In the text part it stands as its label with the address below. */
export function EmailButton({ href, children }: { href: string; children: string }) {
  return (
    <div style={{ margin: '8px 0 16px' }}>
      <Button
        href={href}
        data-button="true"
        style={{
          backgroundColor: emailColours.teal,
          borderRadius: 8,
          color: '#ffffff',
          fontSize: 16,
          fontWeight: 600,
          padding: '12px 20px',
        }}
      >
        {children}
      </Button>
    </div>
  )
}
