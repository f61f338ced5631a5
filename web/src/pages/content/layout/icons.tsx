import { Icon } from '../../../platform/ui/icons.tsx'

// Separate, because the first pages do not need these.

type IconProps = { size?: number }

export const LandscapeIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="3" y="7" width="18" height="10" rx="2" />
  </Icon>
)
export const PortraitIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="7" y="3" width="10" height="18" rx="2" />
  </Icon>
)
export const SwapIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 8.5h15M15.5 5L19 8.5 15.5 12M20 15.5H5M8.5 12L5 15.5 8.5 19" />
  </Icon>
)
export const CopyIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="8.5" y="8.5" width="12" height="12" rx="2" />
    <path d="M15.5 8.5v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3" />
  </Icon>
)
