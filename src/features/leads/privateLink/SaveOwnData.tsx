import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { icon } from '#ui/theme.ts'
import { fetchOwnData } from '../gate.functions.ts'

/** Everything that is stored, as a file that people and programs can read. */
export function DownloadDetails({ linkKey }: { linkKey: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchOwnData({ data: { key: linkKey } }),
    onSuccess: (data) => saveTextFile('my-details.json', JSON.stringify(data, null, 2)),
  })
  return (
    <Button variant="default" leftSection={<IconDownload {...icon} />} loading={isPending} onClick={() => mutate()}>
      Download my details
    </Button>
  )
}

function saveTextFile(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
