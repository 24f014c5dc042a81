/**
 * The part of the router that the shell provides: what pages inside a given router need. A shared module is provided
 * whole, and two thirds of the package are servers, data routers and streaming, which do not fit the shell's history.
 */
export {
  createPath,
  createRoutesFromElements,
  createSearchParams,
  generatePath,
  Link,
  matchPath,
  matchRoutes,
  Navigate,
  NavLink,
  Outlet,
  parsePath,
  resolvePath,
  Route,
  Router,
  Routes,
  useHref,
  useLocation,
  useMatch,
  useNavigate,
  useNavigationType,
  useOutlet,
  useOutletContext,
  useParams,
  useResolvedPath,
  useRoutes,
  useSearchParams,
} from 'react-router';
