import { NativeSelect } from '@mantine/core'
import { type OrganisationId, PROPOSAL_KINDS, type ProgrammeId, programmeKeyOf } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { brandOf } from '../../../platform/api/brand.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import type { Place } from './make-link.tsx'
import { readProposalsAgain } from './proposals-query.ts'
import { ProposeForm } from './propose-form.tsx'

type Props = { organisationId: OrganisationId; places: readonly Place[]; start: Place; onClose: () => void }

/** [CL2] The form in which a contributor proposes something, as with a link but under their own name. */
export default function ProposeDialog({ organisationId, places, start, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const [place, setPlace] = useState<ProgrammeId>(start.id)
  const key = programmeKeyOf(organisationId, place)
  const zoneOffsets = useProgramme(key).data?.zoneOffsets
  const { data: brand } = useQuery(brandOf(organisationId))
  const logo = brand?.logoUrl ? { url: brand.logoUrl, sha256: '', sizeBytes: 0 } : undefined
  const around = {
    zoneOffsets,
    brand: brand && { ...(brand.colour ? { colour: brand.colour } : {}), ...(logo ? { logo } : {}) },
  }
  return (
    <Dialog title={t('proposals.propose')} onClose={onClose} size="wide">
      {places.length > 1 && (
        <NativeSelect
          label={t('proposals.propose-for')}
          value={place}
          data={places.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => setPlace(currentTarget.value as ProgrammeId)}
        />
      )}
      <ProposeForm
        organisationId={organisationId}
        kinds={PROPOSAL_KINDS}
        around={around}
        by={{ key }}
        onSent={() => {
          notice('success', t('propose.sent'))
          void readProposalsAgain(client, organisationId)
          onClose()
        }}
      />
    </Dialog>
  )
}
