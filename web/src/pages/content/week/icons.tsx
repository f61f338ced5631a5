import { Icon } from '../../../platform/ui/icons.tsx'

// Separate, because the first pages do not need these.

type IconProps = { size?: number }

export const CalendarIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="3.5" y="5" width="17" height="15" rx="2" />
    <path d="M3.5 10h17M8 3v4M16 3v4M7.5 14h5M11 17h5.5" />
  </Icon>
)
export const PrintIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M7 8V4h10v4M7 16.5H4.5v-7a1.5 1.5 0 0 1 1.5-1.5h12a1.5 1.5 0 0 1 1.5 1.5v7H17M7 14h10v6H7z" />
  </Icon>
)
export const ChevronIcon = ({ size }: IconProps) => (
  <Icon size={size} flip>
    <path d="M9.5 6l6 6-6 6" />
  </Icon>
)
