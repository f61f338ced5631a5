import { TokenList } from '../../../features/people/tokens/token-list.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { OwnersPage } from '../../../shell/owners-page.tsx'

/** The API tokens of the organisation. */
export default function Tokens() {
  const { t } = useI18n()
  return (
    <OwnersPage title={t('tokens.title')} width="form">
      {(organisation, session) => <TokenList organisation={organisation} session={session} />}
    </OwnersPage>
  )
}
