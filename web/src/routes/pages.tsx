import { PAGES } from '@placard/contract'
import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { loadPart } from '../api/load-part.ts'
import { NotFound } from './not-found.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

const Login = lazy(() => loadPart(() => import('./login.tsx')))
const Register = lazy(() => loadPart(() => import('./register.tsx')))
const ForgotPassword = lazy(() => loadPart(() => import('./forgot-password.tsx')))
const ResetPassword = lazy(() => loadPart(() => import('./reset-password.tsx')))
const Account = lazy(() => loadPart(() => import('./account.tsx')))
const Join = lazy(() => loadPart(() => import('./join.tsx')))
const SetUp = lazy(() => loadPart(() => import('./setup.tsx')))
const People = lazy(() => loadPart(() => import('./people.tsx')))
const Console = lazy(() => loadPart(() => import('./console.tsx')))
const Dashboard = lazy(() => loadPart(() => import('./dashboard.tsx')))
const AddContainer = lazy(() => loadPart(() => import('./add-container.tsx')))
const Programs = lazy(() => loadPart(() => import('./programs.tsx')))
const ApiDocs = lazy(() => loadPart(() => import('./api-docs.tsx')))
const Test = lazy(() => loadPart(() => import('./test.tsx')))

/** Rows R, without the landing page and the player, which are entries of their own. */
export function Pages() {
  return (
    <Suspense fallback={<PageSkeleton />}>
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
    </Suspense>
  )
}
