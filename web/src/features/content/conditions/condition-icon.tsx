import { Icon } from '../../../platform/ui/icons.tsx'

/** A way that forks: one of two things happens. */
export function ConditionIcon({ size }: { size?: number }) {
  return (
    <Icon {...(size === undefined ? {} : { size })}>
      <path d="M12 21v-6a5 5 0 0 0-5-5H5" />
      <path d="M12 15a5 5 0 0 1 5-5h2" />
      <path d="m8 6.5-4 3.5 4 3.5" />
      <path d="m16 6.5 4 3.5-4 3.5" />
    </Icon>
  )
}
