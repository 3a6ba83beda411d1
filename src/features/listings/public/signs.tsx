/** Drawn like the product's other icons, whose library is more than this page should weigh. */
const Sign = ({ path }: { path: string }) => (
  <svg
    width={20}
    height={20}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)

export const Chevron = () => <Sign path="m9 6 6 6-6 6" />
export const Cross = () => <Sign path="M18 6 6 18M6 6l12 12" />
export const ShareSign = () => <Sign path="M12 15V3m0 0L8 7m4-4 4 4M6 11H5v9h14v-9h-1" />
