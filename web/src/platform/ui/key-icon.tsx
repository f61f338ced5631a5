import { Icon } from './icons.tsx'

/** Beside the other icons it would be part of every first page. */
export const KeyIcon = ({ size }: { size?: number }) => (
  <Icon size={size}>
    <circle cx="8" cy="15" r="4.5" />
    <path d="M11.5 11.5 20 3M16 7l3 3M13.5 9.5l2 2" />
  </Icon>
)
