interface IconProps {
  path: string
  size?: number
  stroke?: number
  className?: string
}

/** In the style of the other icons, for pages that do not load the icon library. */
export const Icon = ({ path, size = 20, stroke = 1.75, className }: IconProps) => (
  <svg
    className={className}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={stroke}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)

export const ChevronIcon = () => <Icon path="m9 6 6 6-6 6" />
export const CloseIcon = () => <Icon path="M18 6 6 18M6 6l12 12" />
export const ShareIcon = () => <Icon path="M12 15V3m0 0L8 7m4-4 4 4M6 11H5v9h14v-9h-1" />
export const PhoneIcon = () => (
  <Icon size={18} path="M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2" />
)
export const EmailIcon = () => (
  <Icon size={18} path="M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zm0 0 9 6 9-6" />
)
export const PersonIcon = () => (
  <Icon size={24} path="M8 7a4 4 0 1 0 8 0 4 4 0 0 0-8 0M6 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2" />
)
