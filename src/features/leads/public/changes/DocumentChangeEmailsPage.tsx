import { EmailChoiceCard } from '#platform/mail/EmailChoiceCard.tsx'
import { changeEmailChoiceQuery, saveChangeEmailChoice } from '../../changes/documentChanges.functions.ts'

/** Where a buyer turns off the emails about changed documents of one listing. */
export const DocumentChangeEmailsPage = ({ emailKey }: { emailKey: string }) => (
  <EmailChoiceCard
    query={changeEmailChoiceQuery(emailKey)}
    save={(isOn) => saveChangeEmailChoice({ data: { key: emailKey, isOn } })}
    describe={({ listingTitle, isOn }) =>
      isOn
        ? {
            title: 'Turn off emails about changed documents?',
            lead: `We email you when the agent wants you to know that a document for ${listingTitle} changed.`,
          }
        : {
            title: 'Emails about changed documents are off',
            lead: `We won’t email you when documents for ${listingTitle} change. Your private link still works.`,
          }
    }
    deadLink={{
      lead: 'Open it from our latest email again. If your details were deleted, you won’t get any more emails.',
    }}
  />
)
