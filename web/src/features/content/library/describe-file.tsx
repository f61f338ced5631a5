import type { MediaId, OrganisationId } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { FileWords } from './file-words.tsx'
import { fileOf } from './use-library.ts'

type Props = { organisationId: OrganisationId; mediaId: MediaId }

/** LB5: asks what a file that was just added shows. It may be left empty, and is saved when the field loses the focus. */
export default function DescribeFile({ organisationId, mediaId }: Props) {
  const { data: file } = useQuery(fileOf(organisationId, mediaId))
  return file ? <FileWords organisationId={organisationId} file={file} mayEdit short /> : null
}
