import { PAGES } from '@placard/contract'
import { Route, Routes } from 'react-router'
import { lazyPage } from './lazy-page.tsx'
import { NotFound } from './not-found.tsx'

const Login = lazyPage(() => import('./login.tsx'))
const Register = lazyPage(() => import('./register.tsx'))
const ForgotPassword = lazyPage(() => import('./forgot-password.tsx'))
const ResetPassword = lazyPage(() => import('./reset-password.tsx'))
const Account = lazyPage(() => import('./account.tsx'))
const Join = lazyPage(() => import('./join.tsx'))
const SetUp = lazyPage(() => import('./setup.tsx'))
const People = lazyPage(() => import('./people.tsx'))
const Console = lazyPage(() => import('./console.tsx'))
const Dashboard = lazyPage(() => import('./dashboard.tsx'), { ahead: true })
const AddContainer = lazyPage(() => import('./add-container.tsx'), { ahead: true })
const Programs = lazyPage(() => import('./programs.tsx'))
const ApiDocs = lazyPage(() => import('./api-docs.tsx'))
const Test = lazyPage(() => import('./test.tsx'))

/** Rows R, without the landing page and the player, which are entries of their own. */
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
      <Route path={PAGES.programs} element={<Programs />} />
      <Route path={PAGES.apiDocs} element={<ApiDocs />} />
      <Route path={PAGES.test} element={<Test />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
