import { Email } from '@placard/contract'

/** The provider's contact from the setting CONTACT, as a link if possible. */
export function ContactLink({ contact }: { contact: string }) {
  const href = hrefOf(contact)
  return href === undefined ? (
    <bdi>{contact}</bdi>
  ) : (
    <a href={href}>
      <bdi>{contact}</bdi>
    </a>
  )
}

function hrefOf(contact: string): string | undefined {
  if (Email.safeParse(contact).success) return `mailto:${contact}`
  return /^https?:\/\//i.test(contact) && URL.canParse(contact) ? contact : undefined
}
