import { EmailChoiceCard } from '#platform/mail/EmailChoiceCard.tsx'
import { saveVendorEmailChoice, vendorEmailChoiceQuery } from '../vendorSettings.functions.ts'

/** Where a vendor turns off the weekly email about their listing. */
export const VendorEmailsPage = ({ emailKey }: { emailKey: string }) => (
  <EmailChoiceCard
    query={vendorEmailChoiceQuery(emailKey)}
    save={(isOn) => saveVendorEmailChoice({ data: { key: emailKey, isOn } })}
    describe={({ listingTitle, isOn }) =>
      isOn
        ? {
            title: 'Turn off the weekly email?',
            lead: `We email you once a week how the sale of ${listingTitle} is going.`,
          }
        : {
            title: 'The weekly email is off',
            lead: `You won’t get any more emails about the sale of ${listingTitle}. Your private link still works.`,
          }
    }
    deadLink={{
      lead: 'Open it from our latest email again. If your details were deleted, you won’t get any more emails.',
    }}
  />
)
