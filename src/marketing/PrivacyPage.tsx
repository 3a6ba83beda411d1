import { PageIntro } from './PageIntro.tsx'
import { Prose } from './Prose.tsx'

export function PrivacyPage() {
  return (
    <>
      <PageIntro title="Privacy policy">What we keep about agents and buyers, what for, and for how long.</PageIntro>
      <Prose>
        <h2>If you are a buyer</h2>
        <p>
          When you ask to open the documents of a listing, you leave your first and last name, e-mail address, phone
          number and a note. We pass these to the agent of that listing, so that they can answer you, and we e-mail you
          a private link to the documents. The agent also sees which of the documents you opened. We do not sell these
          details and do not use them for advertising.
        </p>
        <h2>If you are an agent</h2>
        <p>
          We keep your name, e-mail address, phone number and subscription, the listings and files that you upload, and
          the leads that you receive. Your password is stored only as a hash. Card details go to the payment provider
          and never reach us.
        </p>
        <h2>Counting visits</h2>
        <p>
          Listing pages count views without cookies. A visit is recognised for one day by a keyed hash with a random
          salt; the salt is deleted within 48 hours, and IP addresses are not stored. We keep the city, the kind of
          device, the browser and the page that led here.
        </p>
        <h2>Cookies</h2>
        <p>
          Signing in sets one cookie that keeps you signed in. Leaving your details on a listing sets one that keeps its
          documents open to you, and for half an hour one that remembers when you were last there. They are not used for
          anything else.
        </p>
        <h2>Your rights</h2>
        <p>
          Under the New Zealand Privacy Act 2020 you may ask for the details that are held about you and have them
          corrected. As a buyer you can see, download, correct and erase yours yourself, on the page that your private
          link opens; or ask the agent named on the listing.
        </p>
      </Prose>
    </>
  )
}
