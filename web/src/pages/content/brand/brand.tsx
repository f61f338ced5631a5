import type { Session } from '@placard/contract'
import { BrandForm } from '../../../features/content/brand/brand-form.tsx'
import ReplacePicture from '../../../features/content/uploads/replace-picture.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireSession } from '../../../shell/require-session.tsx'

export default function Brand() {
  return <RequireSession>{(session) => <BrandPage session={session} />}</RequireSession>
}

/** CT11: the colour and the logo of all notices. Users who are not owners read whom to ask. */
function BrandPage({ session }: { session: Session }) {
  const { t } = useI18n()
  const { organisation } = session
  const owned = session.role === 'owner' && organisation
  return (
    <InnerPage
      session={session}
      title={t('brand.title')}
      lead={t(owned ? 'brand.lead' : 'error.not-allowed')}
      width={owned ? 'list' : 'form'}
    >
      {owned && (
        <BrandForm
          organisationId={organisation.id}
          replace={(how) => <ReplacePicture organisationId={organisation.id} {...how} />}
        />
      )}
    </InnerPage>
  )
}
