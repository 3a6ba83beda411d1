import { greyLynn } from './homes/greyLynn.ts'
import { havelockNorth } from './homes/havelockNorth.ts'
import { karori } from './homes/karori.ts'
import { saleAgreement } from './papers/agreement.ts'
import { boreConsent } from './papers/boreConsent.ts'
import { buildersInvoice } from './papers/buildersInvoice.ts'
import { buildingPermit } from './papers/buildingPermit.ts'
import { buildingReport } from './papers/buildingReport/buildingReport.ts'
import { greyLynnReport } from './papers/buildingReport/greyLynnReport.ts'
import { karoriReport } from './papers/buildingReport/karoriReport.ts'
import { codeComplianceCertificate } from './papers/codeCompliance.ts'
import { floorPlan } from './papers/floorPlan.ts'
import { greyLynnLim } from './papers/lim/greyLynnLim.ts'
import { havelockNorthLim } from './papers/lim/havelockNorthLim.ts'
import { karoriLim } from './papers/lim/karoriLim.ts'
import { limReport } from './papers/lim/lim.ts'
import { methTest } from './papers/methTest.ts'
import { poolInspection } from './papers/poolInspection.ts'
import { ratesNotice } from './papers/rates.ts'
import { rentalAppraisal } from './papers/rentalAppraisal.ts'
import { recordOfTitle } from './papers/title.ts'
import { readPhotos } from './photos.ts'

/** Which home has which documents. */
export const documents = async () => [
  {
    home: karori,
    papers: [
      floorPlan(karori),
      buildingReport(karori, karoriReport, await readPhotos(karori.slug)),
      limReport(karori, karoriLim),
      recordOfTitle(karori),
      saleAgreement(karori),
      ratesNotice(karori),
      buildingPermit(karori),
    ],
  },
  {
    home: greyLynn,
    papers: [
      floorPlan(greyLynn),
      buildingReport(greyLynn, greyLynnReport, await readPhotos(greyLynn.slug)),
      limReport(greyLynn, greyLynnLim),
      recordOfTitle(greyLynn),
      codeComplianceCertificate(greyLynn),
      buildersInvoice(greyLynn),
      methTest(greyLynn),
    ],
  },
  {
    home: havelockNorth,
    papers: [
      floorPlan(havelockNorth),
      limReport(havelockNorth, havelockNorthLim),
      recordOfTitle(havelockNorth),
      rentalAppraisal(havelockNorth),
      boreConsent(havelockNorth),
      poolInspection(havelockNorth),
    ],
  },
]
