import { PLAYLIST_ID } from './playlist-id.ts'
import { TABLE_ID } from './table-id.ts'
import { z } from './zod.ts'

/**
 * The pattern of every id in a path, a query or a body: lower case, at most 64 characters, and no characters that are special
 * in a path, a URL, SQL or an object's prototype. Generated ids (UUIDs) match it too.
 */
const ID = /^[a-z0-9][a-z0-9_-]{0,63}$/

export const OrganisationId = z.string().regex(ID, 'invalid-id').brand<'OrganisationId'>()
export const DisplayId = z.string().regex(ID, 'invalid-id').brand<'DisplayId'>()
/** Always generated, in a form that no display id has. So an id alone tells whether it names a playlist or a display. */
export const PlaylistId = z.string().regex(PLAYLIST_ID, 'invalid-id').brand<'PlaylistId'>()
/** Always generated, in a form that no display id and no playlist id has. */
export const TableId = z.string().regex(TABLE_ID, 'invalid-id').brand<'TableId'>()
/** Generated, and short because every row names it. */
export const ColumnId = z
  .string()
  .regex(/^[a-z0-9]{6}$/, 'invalid-id')
  .brand<'ColumnId'>()
export const RowId = z.string().regex(ID, 'invalid-id').brand<'RowId'>()
export const ItemId = z.string().regex(ID, 'invalid-id').brand<'ItemId'>()
export const LineId = z.string().regex(ID, 'invalid-id').brand<'LineId'>()
export const MediaId = z.string().regex(ID, 'invalid-id').brand<'MediaId'>()
export const UploadId = z.string().regex(ID, 'invalid-id').brand<'UploadId'>()
export const MemberId = z.string().regex(ID, 'invalid-id').brand<'MemberId'>()
export const InvitationId = z.string().regex(ID, 'invalid-id').brand<'InvitationId'>()
export const TakeOverId = z.string().regex(ID, 'invalid-id').brand<'TakeOverId'>()
export const MoveInId = z.string().regex(ID, 'invalid-id').brand<'MoveInId'>()
export const TokenId = z.string().regex(ID, 'invalid-id').brand<'TokenId'>()
export const IncidentId = z.string().regex(ID, 'invalid-id').brand<'IncidentId'>()
export const WebhookId = z.string().regex(ID, 'invalid-id').brand<'WebhookId'>()
export const ProposalId = z.string().regex(ID, 'invalid-id').brand<'ProposalId'>()
export const ProposalLinkId = z.string().regex(ID, 'invalid-id').brand<'ProposalLinkId'>()
export const EnrolmentId = z.string().regex(ID, 'invalid-id').brand<'EnrolmentId'>()
export const PictureId = z.string().regex(ID, 'invalid-id').brand<'PictureId'>()
export const WebhookDeliveryId = z.string().regex(ID, 'invalid-id').brand<'WebhookDeliveryId'>()
export const UserId = z.string().min(1).max(64).brand<'UserId'>()

export type OrganisationId = z.infer<typeof OrganisationId>
export type DisplayId = z.infer<typeof DisplayId>
export type PlaylistId = z.infer<typeof PlaylistId>
export type TableId = z.infer<typeof TableId>
export type ColumnId = z.infer<typeof ColumnId>
export type RowId = z.infer<typeof RowId>
export type ItemId = z.infer<typeof ItemId>
export type LineId = z.infer<typeof LineId>
export type MediaId = z.infer<typeof MediaId>
export type UploadId = z.infer<typeof UploadId>
export type MemberId = z.infer<typeof MemberId>
export type InvitationId = z.infer<typeof InvitationId>
export type TakeOverId = z.infer<typeof TakeOverId>
export type MoveInId = z.infer<typeof MoveInId>
export type TokenId = z.infer<typeof TokenId>
export type IncidentId = z.infer<typeof IncidentId>
export type WebhookId = z.infer<typeof WebhookId>
export type ProposalId = z.infer<typeof ProposalId>
export type ProposalLinkId = z.infer<typeof ProposalLinkId>
export type EnrolmentId = z.infer<typeof EnrolmentId>
export type PictureId = z.infer<typeof PictureId>
export type WebhookDeliveryId = z.infer<typeof WebhookDeliveryId>
export type UserId = z.infer<typeof UserId>

export const ProgrammeId = z.union([DisplayId, PlaylistId])
export type ProgrammeId = z.infer<typeof ProgrammeId>
