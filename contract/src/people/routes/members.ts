import { InvitationId, MemberId } from '../../platform/id.ts'
import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import { Session } from '../account.ts'
import {
  CreateInvitation,
  Invitation,
  InvitationCreated,
  InvitationKey,
  InvitationOffer,
  Member,
  SignInRule,
  UpdateMember,
} from '../member.ts'

const member = organisation.extend({ memberId: MemberId })
const invitation = organisation.extend({ invitationId: InvitationId })

const MEMBERS = `${ORGANISATION}/members`
const SIGN_IN_RULE = `${ORGANISATION}/sign-in-rule`
const INVITATIONS = `${ORGANISATION}/invitations`

export const MEMBER_ROUTES = {
  /** All members of the organisation, by email. */
  listMembers: {
    method: 'GET',
    path: MEMBERS,
    access: 'owner',
    params: organisation,
    response: z.array(Member),
  },
  /** Takes effect with the member's next request. `last-owner` if there is no other owner. */
  updateMember: {
    method: 'PATCH',
    path: `${MEMBERS}/:memberId`,
    access: 'owner',
    params: member,
    body: UpdateMember,
    response: Member,
  },
  /** Ends their sessions and open streams. The account remains, without an organisation. `last-owner` */
  removeMember: {
    method: 'DELETE',
    path: `${MEMBERS}/:memberId`,
    access: 'owner',
    params: member,
    response: 'none',
  },
  /** The caller leaves the organisation and is signed out. `last-owner` */
  leaveOrganisation: {
    method: 'DELETE',
    path: `${ORGANISATION}/membership`,
    access: 'viewer',
    ofTables: true,
    person: true,
    params: organisation,
    response: 'none',
  },
  getSignInRule: {
    method: 'GET',
    path: SIGN_IN_RULE,
    access: 'owner',
    person: true,
    params: organisation,
    response: SignInRule,
  },
  /** Takes effect with each member's next request. Tokens, screens and proposal links are not affected. */
  setSignInRule: {
    method: 'PUT',
    path: SIGN_IN_RULE,
    access: 'owner',
    person: true,
    params: organisation,
    body: SignInRule,
    response: SignInRule,
  },
  /** The invitations that are still valid, newest first. */
  listInvitations: {
    method: 'GET',
    path: INVITATIONS,
    access: 'owner',
    params: organisation,
    response: z.array(Invitation),
  },
  createInvitation: {
    method: 'POST',
    path: INVITATIONS,
    access: 'owner',
    params: organisation,
    body: CreateInvitation,
    response: InvitationCreated,
    creates: true,
  },
  /** Withdraws it. */
  removeInvitation: {
    method: 'DELETE',
    path: `${INVITATIONS}/:invitationId`,
    access: 'owner',
    params: invitation,
    response: 'none',
  },
  /** Returns the offer of an invitation without changing anything. It is a POST, so that the token is not in the address. */
  readInvitation: {
    method: 'POST',
    path: '/api/invitations/offer',
    access: 'public',
    body: InvitationKey,
    response: InvitationOffer,
  },
  /** For signed-in users without an organisation. Others get `already-member`. */
  acceptInvitation: {
    method: 'POST',
    path: '/api/invitations/acceptance',
    access: 'signed-in',
    person: true,
    body: InvitationKey,
    response: Session,
  },
} as const satisfies Routes

export const MEMBER_DETAILS = {
  listMembers: {
    summary: 'Lists the members of the organisation.',
    errors: [],
  },
  updateMember: {
    summary: 'Changes the permissions of a member.',
    errors: ['last-owner', 'display-not-found', 'table-not-found'],
  },
  removeMember: {
    summary: 'Removes a member from the organisation.',
    errors: ['last-owner'],
  },
  leaveOrganisation: {
    summary: 'Leaves the organisation.',
    errors: ['last-owner'],
  },
  getSignInRule: {
    summary: 'Returns the way in which members must sign in.',
    errors: [],
  },
  setSignInRule: {
    summary: 'Sets the way in which members must sign in.',
    errors: ['own-step-first'],
  },
  listInvitations: {
    summary: 'Lists the open invitations.',
    errors: [],
  },
  createInvitation: {
    summary: 'Creates an invitation. Its token is returned only once.',
    errors: ['too-many-invitations', 'table-not-found'],
  },
  removeInvitation: {
    summary: 'Withdraws an invitation.',
    errors: [],
  },
  readInvitation: {
    summary: 'Returns the details of an invitation to its holder.',
    errors: ['invitation-not-found'],
    onFullDisk: true,
  },
  acceptInvitation: {
    summary: 'Accepts an invitation to an organisation.',
    errors: ['invitation-not-found', 'invitation-other-address', 'already-member', 'not-subscribed'],
  },
} as const satisfies DetailsOf<typeof MEMBER_ROUTES>
