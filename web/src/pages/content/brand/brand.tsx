import { BrandForm } from '../../../features/content/brand/brand-form.tsx'
import ReplacePicture from '../../../features/content/uploads/replace-picture.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { OwnersPage } from '../../../shell/owners-page.tsx'

/** CT11: the colour and the logo of all notices. */
export default function Brand() {
  const { t } = useI18n()
  return (
    <OwnersPage title={t('brand.title')} lead={t('brand.lead')} width="list">
      {({ id }) => <BrandForm organisationId={id} replace={(how) => <ReplacePicture organisationId={id} {...how} />} />}
    </OwnersPage>
  )
}
