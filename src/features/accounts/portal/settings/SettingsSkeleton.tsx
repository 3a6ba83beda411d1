import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { SectionBody, SectionFooter } from '#ui/layout/SectionCard.tsx'
import classes from './SettingsPage.module.css'
import { SettingsNav, SettingsSection } from './SettingsSection.tsx'

const FieldSkeleton = ({ described }: { described?: boolean }) => (
  <div>
    <Skeleton h={12} w={84} mt={5} mb={described ? 28 : 9} />
    <Skeleton h={36} />
  </div>
)

const FooterSkeleton = () => (
  <SectionFooter>
    <Skeleton h={36} w={120} />
  </SectionFooter>
)

/** Only the top of the page: the rest is below the fold. */
export function SettingsSkeleton() {
  return (
    <div className={classes.page} aria-busy="true">
      <SettingsNav hidden={[]} />
      <div className={classes.sections}>
        <SettingsSection id="profile">
          <SectionBody>
            <Stack gap="lg">
              <Skeleton h={72} w={72} circle />
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
                <FieldSkeleton />
                <FieldSkeleton />
                <FieldSkeleton />
                <FieldSkeleton />
              </SimpleGrid>
              <FieldSkeleton described />
            </Stack>
          </SectionBody>
          <FooterSkeleton />
        </SettingsSection>
        <SettingsSection id="card">
          <SectionBody>
            <Stack gap="lg" h={270}>
              <FieldSkeleton />
              <FieldSkeleton />
            </Stack>
          </SectionBody>
          <FooterSkeleton />
        </SettingsSection>
      </div>
    </div>
  )
}
