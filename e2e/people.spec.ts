import { DisplayId, type InvitationCreated, joinPath, MemberId, PAGES, type Role } from '@placard/contract'
import type { Browser, Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, showMore, signIn, test } from './journey.ts'
import { DISPLAY, type Placard } from './placard.ts'

const PASSWORD = 'nine yellow umbrellas'
const LAB = DisplayId.parse('lab')

/** The visible field with this label. The page of an invitation has a second, hidden form. */
const fieldOf = (part: Page | Locator, label: string) =>
  part.getByLabel(label, { exact: true }).filter({ visible: true })

async function invite(own: Placard, role: Role, displays: DisplayId[] | null = null): Promise<InvitationCreated> {
  return own.call('createInvitation', { body: { role, displays } })
}

async function memberIdOf(own: Placard, email: string): Promise<MemberId> {
  const member = (await own.call('listMembers')).find((one) => one.email === email)
  return MemberId.parse(member?.id)
}

async function signUpAt(page: Page, url: string, email: string, password = PASSWORD): Promise<void> {
  await page.goto(url)
  await fieldOf(page, 'Email').fill(email)
  await fieldOf(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Create the account and join' }).click()
}

/** Opens the dashboard as a person who has joined by an invitation. */
async function enterAs(browser: Browser, own: Placard, email: string, token: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await signUpAt(page, own.url + joinPath(token), email)
  await page.waitForURL(own.url + PAGES.dashboard)
  return page
}

const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('AC5 AC7 an editor is invited by a link, joins, edits, is limited to a display, and is removed while they look', async ({
  own,
  page,
  browser,
}) => {
  // Two people on four pages, with a look for findings at three of them.
  test.slow()
  const email = 'editor@people.example'
  await own.call('createDisplay', { body: { id: LAB, name: 'Laboratory' } })
  await signIn(page, own)
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.waitForURL(own.url + PAGES.people)
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  expect(await findings(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click()
  const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
  expect(link).toContain(`${own.url}/join#`)
  await page.getByRole('button', { name: 'Show as QR code' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the invitation link' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  // The link is not to be had again.
  await expect(page.getByText('Expires')).toBeVisible()
  expect(await page.content()).not.toContain(link.split('#')[1])

  const theirs = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  const offers: number[] = []
  theirs.on('response', (response) => {
    if (response.url().endsWith('/api/invitations/offer')) offers.push(response.status())
  })
  await theirs.goto(link)
  await expect(theirs.getByText('admin@vnr.example')).toBeVisible()
  await expect(theirs.getByText('Editor: changes what displays show')).toBeVisible()
  // Out of the address bar at once.
  expect(theirs.url()).toBe(own.url + PAGES.join)
  // A refusal and a look at the other way lose nothing.
  await fieldOf(theirs, 'Email').fill(email)
  await fieldOf(theirs, 'Password').fill('short')
  await theirs.getByRole('button', { name: 'Create the account and join' }).click()
  await expect(theirs.getByText('10 more characters are needed.')).toBeVisible()
  await theirs.getByText('I have an account', { exact: true }).click()
  await expect(theirs.getByRole('button', { name: 'Sign in and join' })).toBeVisible()
  await theirs.getByText('I am new here').click()
  await expect(fieldOf(theirs, 'Email')).toHaveValue(email)
  await fieldOf(theirs, 'Password').fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Create the account and join' }).click()
  await theirs.waitForURL(own.url + PAGES.dashboard)
  // The invitation is used up, and not asked for again.
  expect(offers).toEqual([200])

  await theirs.getByRole('button', { name: 'Add Text' }).first().click()
  await theirs.getByRole('dialog').getByRole('textbox').fill('Here I am')
  await theirs.getByRole('dialog').locator('button[type=submit]').click()
  await expect(rowOf(theirs, 'Here I am')).toBeVisible()
  // Actions of an owner are not offered.
  await expect(theirs.getByRole('button', { name: 'Settings' })).toHaveCount(0)
  await expect(theirs.getByRole('link', { name: 'Your organisation' })).toBeVisible()
  await theirs.getByRole('button', { name: 'Account menu' }).click()
  await expect(theirs.getByRole('link', { name: 'API for programs' })).toHaveCount(0)
  await theirs.keyboard.press('Escape')

  await test.step('limited to another display, they see that one without a touch of theirs', async () => {
    await page.getByRole('button', { name: `Edit ${email}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Permissions' })
    await dialog.getByLabel('May use').selectOption({ label: 'Some displays' })
    await dialog.getByRole('checkbox', { name: 'Laboratory' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, email)).toContainText('Editor · Laboratory')
    await expect(theirs.getByRole('heading', { name: 'Hello Laboratory' })).toBeVisible()
    await expect(theirs.getByText('was removed, or you no longer have access')).toBeVisible()
    await expect(theirs.getByLabel('Choose a display')).toHaveCount(0)
  })

  await test.step('made a viewer, they have no control that would be refused', async () => {
    await page.getByRole('button', { name: `Edit ${email}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Permissions' })
    await dialog.getByLabel('Role').selectOption({ label: 'Viewer: can view' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(theirs.getByText('You can view this page but not change it.')).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Add Text' })).toHaveCount(0)
  })

  await test.step('removed, they are signed out at once and told why', async () => {
    await page.getByRole('button', { name: `Remove ${email}` }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('They are signed out everywhere')
    expect(await findings(page)).toEqual([])
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(rowOf(page, email)).toHaveCount(0)
    const told = theirs.getByRole('dialog', { name: 'You are signed out' })
    await expect(told).toContainText('You are no longer a member of VNR')
    await fieldOf(told, 'Password').fill(PASSWORD)
    await told.getByRole('button', { name: 'Sign In' }).click()
    await expect(theirs.getByText('You are Not Subscribed to our Services.')).toBeVisible()
  })
  await theirs.context().close()

  await test.step('all of it is in the activity of the organisation, newest first, and nothing of it can be undone', async () => {
    await page.goto(own.url + PAGES.dashboard)
    await showMore(page)
    await page.getByRole('button', { name: 'Activity' }).click()
    const log = page.getByRole('dialog').first()
    await log.getByLabel('Where').selectOption({ label: 'All of the organisation' })
    await log.getByLabel('What').selectOption({ label: 'People' })
    const them = `\u2068${email}\u2069`
    const admin = '\u2068Administrator\u2069'
    await expect(log.getByRole('listitem')).toContainText([
      `${admin} removed ${them}`,
      `${admin} changed what ${them} may do`,
      'Before: Editor · All displays. Now: Editor · \u2068Laboratory\u2069.',
      `${them} joined by an invitation that \u2068admin@vnr.example\u2069 had made`,
      `${admin} made an invitation link`,
    ])
    await expect(log.getByRole('listitem').getByRole('button')).toHaveCount(0)
    expect(await findings(page)).toEqual([])
  })
})

test('AC2 a viewer sees everything of a display and no way to change it', async ({ own, browser }) => {
  const { token } = await invite(own, 'viewer')
  const [line] = (await own.call('getProgramme')).lines
  const params = { ...DISPLAY, lineId: line?.id ?? ('' as never) }
  await own.call('updateLine', { params, body: { schedule: { days: [1, 2] } }, headers: { 'if-match': '*' } })
  const theirs = await enterAs(browser, own, 'viewer@people.example', token)
  await expect(theirs.getByText('Welcome to the Department')).toBeVisible()
  await expect(theirs.getByRole('article').first()).toBeVisible()
  await expect(theirs.getByText('You can view this page but not change it.')).toBeVisible()
  // SD8: when it is on is said to everybody.
  await expect(theirs.getByText('Monday and Tuesday')).toBeVisible()
  await expect(theirs.locator('[data-action="schedule"]')).toHaveCount(0)
  for (const name of ['Edit', 'Delete', 'Hide', 'Add Text', 'Move earlier', 'Move up', 'Settings']) {
    await expect(theirs.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  await expect(theirs.getByRole('link', { name: 'Add Container' })).toHaveCount(0)
  await expect(theirs.locator('[data-grip]:visible')).toHaveCount(0)
  await theirs.getByRole('button', { name: 'Preview' }).click()
  await expect(theirs.getByRole('dialog')).toBeVisible()
  await theirs.keyboard.press('Escape')
  expect(await findings(theirs)).toEqual([])

  const refused: string[] = []
  theirs.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
  await theirs.goto(own.url + PAGES.addContainer)
  await expect(theirs.getByText('Your role does not allow this.')).toBeVisible()
  await expect(theirs.locator('form')).toHaveCount(0)
  await theirs.goto(own.url + PAGES.people)
  await expect(theirs.getByRole('heading', { name: 'Your role in' })).toBeVisible()
  await expect(theirs.getByText('Owners manage members and permissions')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Invite somebody' })).toHaveCount(0)
  expect(await findings(theirs)).toEqual([])
  expect(refused).toEqual([])

  await test.step('they leave by themselves', async () => {
    await theirs.getByRole('button', { name: 'Leave the organisation' }).click()
    await theirs.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await theirs.waitForURL(own.url + PAGES.login)
    expect((await own.call('listMembers')).map(({ email }) => email)).toEqual(['admin@vnr.example'])
  })
  await theirs.context().close()
})

test('the last owner cannot leave, and is told why', async ({ own, page }) => {
  await signIn(page, own, PAGES.people)
  await page.getByRole('button', { name: 'Leave the organisation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('An organisation needs an owner.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit admin@vnr.example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Permissions' })
  await dialog.getByLabel('Role').selectOption({ label: 'Viewer: can view' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('An organisation needs an owner.')
  await expect(dialog.getByLabel('Role')).toHaveValue('viewer')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Storage' })).toBeVisible()
  await expect(page.getByText(/ of 5 GB stored/)).toBeVisible()
})

test('AC7 a link that is used, withdrawn or cut off says so, and an account that belongs somewhere keeps its place', async ({
  own,
  page,
  browser,
}) => {
  const first = await invite(own, 'editor')
  const second = await invite(own, 'viewer')
  const theirs = await enterAs(browser, own, 'editor@people.example', first.token)

  await theirs.goto(own.url + joinPath(first.token))
  await expect(theirs.getByText('This invitation was used or withdrawn, or has expired.')).toBeVisible()
  await theirs.goto(own.url + PAGES.join)
  await expect(theirs.getByText('This page needs an invitation link.')).toBeVisible()

  await theirs.goto(own.url + joinPath(second.token))
  await expect(theirs.getByText('You are signed in as editor@people.example')).toBeVisible()
  expect(await findings(theirs)).toEqual([])
  await theirs.getByRole('button', { name: 'Use another account' }).click()
  // The same account, by its password: it belongs already, and the invitation goes on counting.
  await theirs.getByText('I have an account', { exact: true }).click()
  await fieldOf(theirs, 'Email').fill('editor@people.example')
  await fieldOf(theirs, 'Password').fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Sign in and join' }).click()
  await expect(theirs.getByText('An account belongs to one organisation.')).toBeVisible()
  expect(await own.call('listInvitations')).toHaveLength(1)

  await test.step('an address that has an account with another password says how to go on', async () => {
    await theirs.getByRole('button', { name: 'Use another account' }).click()
    await theirs.getByText('I am new here').click()
    await fieldOf(theirs, 'Email').fill('editor@people.example')
    await fieldOf(theirs, 'Password').fill('nine green umbrellas')
    await theirs.getByRole('button', { name: 'Create the account and join' }).click()
    await expect(theirs.getByText('This address seems to have an account with another password.')).toBeVisible()
    await expect(fieldOf(theirs, 'Email')).toHaveValue('editor@people.example')
    await theirs.getByText('I have an account', { exact: true }).click()
    await expect(fieldOf(theirs, 'Email')).toHaveValue('editor@people.example')
  })

  await test.step('whoever was removed joins again with their account', async () => {
    await own.call('removeMember', { params: { memberId: await memberIdOf(own, 'editor@people.example') } as never })
    await fieldOf(theirs, 'Password').fill(PASSWORD)
    await theirs.getByRole('button', { name: 'Sign in and join' }).click()
    await theirs.waitForURL(own.url + PAGES.dashboard)
    await expect(theirs.getByText('You can view this page but not change it.')).toBeVisible()
  })

  const third = await invite(own, 'viewer')
  await signIn(page, own, PAGES.people)
  await page.getByRole('button', { name: 'Withdraw the invitation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('No open invitations.')).toBeVisible()
  await theirs.goto(own.url + joinPath(third.token))
  await expect(theirs.getByText('This invitation was used or withdrawn, or has expired.')).toBeVisible()
  await theirs.context().close()
})

test('a display is added, renamed and removed, and the question before the removal says what goes with it', async ({
  own,
  page,
  browser,
}) => {
  const other = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await signIn(page, own, PAGES.people)
  await page.getByRole('button', { name: 'Add a display' }).click()
  const add = page.getByRole('dialog', { name: 'Add a display' })
  await add.getByLabel('Name of the display').fill('Reading Room')
  await expect(add.getByLabel('Id of the display')).toHaveValue('reading-room')
  await add.getByLabel('Id of the display').fill(DISPLAY.displayId)
  await add.getByLabel('Time zone').selectOption({ label: 'Asia/Tokyo' })
  await add.getByRole('button', { name: 'Add a display' }).click()
  await expect(add.getByText('This id is already taken.')).toBeVisible()
  await expect(add.getByLabel('Name of the display')).toHaveValue('Reading Room')
  expect(await findings(page)).toEqual([])
  await add.getByLabel('Id of the display').fill('reading-room')
  await add.getByRole('button', { name: 'Add a display' }).click()
  await expect(add).toBeHidden()
  await expect(rowOf(page, 'Reading Room')).toContainText('Asia/Tokyo')
  await page.getByRole('link', { name: 'Reading Room' }).click()
  await expect(page.getByRole('heading', { name: 'Hello Reading Room' })).toBeVisible()

  await signIn(other, own)
  await other.getByLabel('Choose a display').selectOption({ label: 'Reading Room' })
  await expect(other.getByRole('heading', { name: 'Hello Reading Room' })).toBeVisible()

  await showMore(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings of the display' })
  await settings.getByLabel('Name of the display').fill('')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByText('Please enter a name.')).toBeVisible()
  await settings.getByLabel('Name of the display').fill('Great Hall')
  await settings.getByRole('button', { name: 'Save' }).click()
  for (const one of [page, other]) {
    await expect(one.getByRole('heading', { name: 'Hello Great Hall' })).toBeVisible()
    await expect(one.getByLabel('Choose a display').locator('option:checked')).toHaveText('Great Hall')
  }

  await page.goto(own.url + PAGES.people)
  await page.getByRole('button', { name: 'Remove Great Hall' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('texts: 0')
  // A change of somebody else meanwhile is not passed over.
  await own.call('createLine', {
    params: { ...DISPLAY, displayId: DisplayId.parse('reading-room') },
    body: { text: 'New' },
  })
  await question.getByRole('textbox').fill('reading-room')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question).toContainText('Somebody has just changed this display.')
  await expect(question).toContainText('texts: 1')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question).toBeHidden()
  await expect(rowOf(page, 'Great Hall')).toHaveCount(0)
  await expect(other.getByText('was removed, or you no longer have access')).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Hello Department of ECE' })).toBeVisible()
  await other.context().close()
})

test('E3 the provider’s message is shown until it is put away, and another one again', async ({ own, page }) => {
  const say = async (msg: string) =>
    own.call('updateSubscription', {
      params: { memberId: await memberIdOf(own, 'admin@vnr.example') } as never,
      body: { msg, subType: 'gold' },
    })
  await say('Paid until June')
  await signIn(page, own)
  const message = page.getByRole('complementary', { name: 'From your provider' })
  await expect(message).toContainText('Paid until June')
  await expect(message).toContainText('gold')
  expect(await findings(page)).toEqual([])
  await message.getByRole('button', { name: 'Hide this message' }).click()
  await expect(message).toBeHidden()
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(message).toBeHidden()
  await say('Please call us')
  await page.reload()
  await expect(message).toContainText('Please call us')
})
