import { Text, Title } from '@mantine/core'
import { DescriptionText } from './description/DescriptionText.tsx'

interface ListingTextProps {
  title: string
  subtitle: string
  description: unknown
  /** Of the title: 1 on the page, less where the page is only shown. */
  order?: 1 | 2
}

/** What buyers read, on the public page and in its preview. */
export const ListingText = ({ title, subtitle, description, order = 1 }: ListingTextProps) => (
  <>
    <Title order={order} dir="auto">
      {title}
    </Title>
    <Text c="dimmed" size="lg" mt={8} mb="lg">
      {subtitle}
    </Text>
    <DescriptionText description={description} />
  </>
)
