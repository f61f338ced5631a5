import { expect, it } from 'vitest'
import { DisplayId, OrganisationId } from '../platform/id.ts'
import { PAGES, playerPath } from './page.ts'

const key = { organisationId: OrganisationId.parse('vnr'), displayId: DisplayId.parse('ece') }

it('R1–R7 the pages lie where the specification puts them', () => {
  expect(PAGES).toEqual({
    landing: '/',
    login: '/login',
    register: '/register',
    forgotPassword: '/forgot-password',
    resetPassword: '/reset-password',
    account: '/account',
    people: '/people',
    join: '/join',
    setup: '/setup',
    tokens: '/tokens',
    webhooks: '/webhooks',
    brand: '/brand',
    alerts: '/alerts',
    quietAlerts: '/alerts/quiet',
    propose: '/propose',
    proposals: '/proposals',
    apiDocs: '/api/docs',
    console: '/console',
    dashboard: '/dashboard',
    addContainer: '/addContainer',
    playlists: '/playlists',
    tables: '/tables',
    library: '/library',
    movingIn: '/moving-in',
    week: '/week',
    plays: '/plays',
    layout: '/layout',
    wall: '/wall',
    takeOver: '/take-over',
    screens: '/screens',
    pair: '/pair/:code',
    test: '/test',
  })
  expect(playerPath(key)).toBe('/display/vnr/?id=ece')
  expect(playerPath(key, 0)).toBe('/display/vnr/?id=ece')
  expect(playerPath(key, 270)).toBe('/display/vnr/?id=ece&rotate=270')
})
