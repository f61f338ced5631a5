import { PAGES } from '@placard/contract'
import { Route, Routes } from 'react-router'
import { lazyPage } from './shell/lazy-page.tsx'
import { NotFound } from './shell/not-found/not-found.tsx'

const Login = lazyPage(() => import('./pages/people/sign-in/login.tsx'))
const Register = lazyPage(() => import('./pages/people/sign-in/register.tsx'))
const ForgotPassword = lazyPage(() => import('./pages/people/sign-in/forgot-password.tsx'))
const ResetPassword = lazyPage(() => import('./pages/people/sign-in/reset-password.tsx'))
const Account = lazyPage(() => import('./pages/people/account/account.tsx'))
const Join = lazyPage(() => import('./pages/people/join/join.tsx'))
const SetUp = lazyPage(() => import('./pages/operations/setup/setup.tsx'))
const People = lazyPage(() => import('./pages/people/members/people.tsx'))
const Console = lazyPage(() => import('./pages/operations/console/console.tsx'))
const Dashboard = lazyPage(() => import('./pages/playout/dashboard/dashboard.tsx'), { ahead: true })
const AddContainer = lazyPage(() => import('./pages/content/add-container/add-container.tsx'), { ahead: true })
const Playlists = lazyPage(() => import('./pages/content/playlists/playlists.tsx'))
const Library = lazyPage(() => import('./pages/content/library/library.tsx'))
const Tables = lazyPage(() => import('./pages/content/tables/tables.tsx'))
const MovingIn = lazyPage(() => import('./pages/content/move-ins/moving-in.tsx'))
const TakeOver = lazyPage(() => import('./pages/playout/take-overs/take-over.tsx'))
const Week = lazyPage(() => import('./pages/content/week/week.tsx'))
const Layout = lazyPage(() => import('./pages/content/layout/layout.tsx'))
const Wall = lazyPage(() => import('./pages/screens/wall/wall.tsx'))
const Plays = lazyPage(() => import('./pages/screens/plays/plays.tsx'))
const Screens = lazyPage(() => import('./pages/screens/screens/screens.tsx'))
const Pair = lazyPage(() => import('./pages/screens/pair/pair.tsx'))
const Brand = lazyPage(() => import('./pages/content/brand/brand.tsx'))
const Alerts = lazyPage(() => import('./pages/screens/alerts/alerts.tsx'))
const Quiet = lazyPage(() => import('./pages/screens/alerts/quiet.tsx'))
const Tokens = lazyPage(() => import('./pages/people/tokens/tokens.tsx'))
const Webhooks = lazyPage(() => import('./pages/operations/webhooks/webhooks.tsx'))
const ApiDocs = lazyPage(() => import('./pages/operations/api-docs/api-docs.tsx'))
const Propose = lazyPage(() => import('./pages/people/propose/propose.tsx'))
const Proposals = lazyPage(() => import('./pages/people/proposals/proposals.tsx'))
const Test = lazyPage(() => import('./pages/operations/test/test.tsx'))

/** Rows R, without the landing page and the player, which are separate entry points. */
export function Pages() {
  return (
    <Routes>
      <Route path={PAGES.login} element={<Login />} />
      <Route path={PAGES.register} element={<Register />} />
      <Route path={PAGES.forgotPassword} element={<ForgotPassword />} />
      <Route path={PAGES.resetPassword} element={<ResetPassword />} />
      <Route path={PAGES.account} element={<Account />} />
      <Route path={PAGES.join} element={<Join />} />
      <Route path={PAGES.setup} element={<SetUp />} />
      <Route path={PAGES.people} element={<People />} />
      <Route path={PAGES.console} element={<Console />} />
      <Route path={PAGES.dashboard} element={<Dashboard />} />
      <Route path={PAGES.addContainer} element={<AddContainer />} />
      <Route path={PAGES.playlists} element={<Playlists />} />
      <Route path={PAGES.tables} element={<Tables />} />
      <Route path={PAGES.library} element={<Library />} />
      <Route path={PAGES.movingIn} element={<MovingIn />} />
      <Route path={PAGES.takeOver} element={<TakeOver />} />
      <Route path={PAGES.week} element={<Week />} />
      <Route path={PAGES.layout} element={<Layout />} />
      <Route path={PAGES.wall} element={<Wall />} />
      <Route path={PAGES.plays} element={<Plays />} />
      <Route path={PAGES.screens} element={<Screens />} />
      <Route path={PAGES.pair} element={<Pair />} />
      <Route path={PAGES.brand} element={<Brand />} />
      <Route path={PAGES.alerts} element={<Alerts />} />
      <Route path={PAGES.quietAlerts} element={<Quiet />} />
      <Route path={PAGES.tokens} element={<Tokens />} />
      <Route path={PAGES.webhooks} element={<Webhooks />} />
      <Route path={PAGES.apiDocs} element={<ApiDocs />} />
      <Route path={PAGES.propose} element={<Propose />} />
      <Route path={PAGES.proposals} element={<Proposals />} />
      <Route path={PAGES.test} element={<Test />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
