import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { SettingsNav } from './SettingsNav.tsx'
import classes from './SettingsPage.module.css'
import { SectionBody, SettingsSection } from './SettingsSection.tsx'

const Field = () => <Skeleton h={58} />

/** The head of the page as it will be; the rest is below what a screen shows. */
export function SettingsSkeleton() {
  return (
    <div className={classes.page} aria-busy="true">
      <SettingsNav />
      <div className={classes.sections}>
        <SettingsSection id="profile">
          <SectionBody>
            <Stack gap="lg">
              <Skeleton h={72} w={72} circle />
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
                <Field />
                <Field />
                <Field />
                <Field />
              </SimpleGrid>
              <Skeleton h={78} maw={360} />
            </Stack>
          </SectionBody>
        </SettingsSection>
        <SettingsSection id="card">
          <SectionBody>
            <Skeleton h={280} />
          </SectionBody>
        </SettingsSection>
      </div>
    </div>
  )
}
