import { TextLink } from '#ui/links.tsx'
import { PageIntro } from './PageIntro.tsx'
import { Prose } from './Prose.tsx'

export function TermsPage() {
  return (
    <>
      <PageIntro title="Terms of service">The agreement between you and Property Files, in plain words.</PageIntro>
      <Prose>
        <h2>Trial and subscription</h2>
        <p>
          The first 30 days are free. After that the subscription renews monthly or yearly, as you chose, until you
          cancel. Cancelling takes effect at the end of the paid period.
        </p>
        <h2>Money-back guarantee</h2>
        <p>Ask within 30 days of your first payment, and you get that payment back.</p>
        <h2>Your files</h2>
        <p>
          What you upload stays yours. You confirm that you may share it with buyers, and that it is, as far as you
          know, correct and current. We store and show it only to run the service.
        </p>
        <h2>Your leads</h2>
        <p>
          Use a buyer's details to answer their enquiry, and as the law allows. Do not sell them or pass them on without
          their consent.
        </p>
        <h2>When a subscription ends</h2>
        <p>
          You can still sign in, read and export. Published pages stay up, and leads still reach you; creating, editing
          and uploading need an active subscription.
        </p>
        <h2>For buyers</h2>
        <p>
          Documents are supplied by the agent. Property Files does not check their content; take your own legal and
          technical advice before you buy. How we treat your details is in the{' '}
          <TextLink to="/privacy-policy">privacy policy</TextLink>.
        </p>
      </Prose>
    </>
  )
}
