import AddRounded from '@mui/icons-material/AddRounded';
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowForwardRounded from '@mui/icons-material/ArrowForwardRounded';
import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import AutoStoriesOutlined from '@mui/icons-material/AutoStoriesOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import CheckRounded from '@mui/icons-material/CheckRounded';
import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded';
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import ContrastOutlined from '@mui/icons-material/ContrastOutlined';
import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import EmojiEventsOutlined from '@mui/icons-material/EmojiEventsOutlined';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import EuroRounded from '@mui/icons-material/EuroRounded';
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import FavoriteRounded from '@mui/icons-material/FavoriteRounded';
import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded';
import HistoryRounded from '@mui/icons-material/HistoryRounded';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import HourglassEmptyRounded from '@mui/icons-material/HourglassEmptyRounded';
import ImageOutlined from '@mui/icons-material/ImageOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import LinkRounded from '@mui/icons-material/LinkRounded';
import LocalLibraryOutlined from '@mui/icons-material/LocalLibraryOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import LogoutRounded from '@mui/icons-material/LogoutRounded';
import MailOutlined from '@mui/icons-material/MailOutlined';
import MenuRounded from '@mui/icons-material/MenuRounded';
import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded';
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded';
import PersonAddOutlined from '@mui/icons-material/PersonAddOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import PlayLessonOutlined from '@mui/icons-material/PlayLessonOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import PsychologyOutlined from '@mui/icons-material/PsychologyOutlined';
import QuizOutlined from '@mui/icons-material/QuizOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import RefreshRounded from '@mui/icons-material/RefreshRounded';
import SavingsOutlined from '@mui/icons-material/SavingsOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import SchoolOutlined from '@mui/icons-material/SchoolOutlined';
import SearchRounded from '@mui/icons-material/SearchRounded';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import ShieldOutlined from '@mui/icons-material/ShieldOutlined';
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined';
import StarBorderRounded from '@mui/icons-material/StarBorderRounded';
import StarRounded from '@mui/icons-material/StarRounded';
import TrendingUpRounded from '@mui/icons-material/TrendingUpRounded';
import TuneRounded from '@mui/icons-material/TuneRounded';
import UnfoldMoreRounded from '@mui/icons-material/UnfoldMoreRounded';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import MenuOpenRounded from '@mui/icons-material/MenuOpenRounded';
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import WidgetsOutlined from '@mui/icons-material/WidgetsOutlined';
import WorkspacePremiumOutlined from '@mui/icons-material/WorkspacePremiumOutlined';

/**
 * The curated icons by meaning. Menu entries name theirs in the registry, so the first twelve keep their names as long
 * as a valid registry may use them.
 */
export const ICONS = {
  dashboard: SpaceDashboardOutlined,
  competencies: PsychologyOutlined,
  catalog: LocalLibraryOutlined,
  elearning: PlayLessonOutlined,
  appointments: CalendarMonthOutlined,
  profile: PersonOutlined,
  trainees: GroupsOutlined,
  bookings: SchoolOutlined,
  subscription: WorkspacePremiumOutlined,
  purchases: ReceiptLongOutlined,
  settings: SettingsOutlined,
  area: WidgetsOutlined,
  add: AddRounded,
  'arrow-left': ArrowBackRounded,
  'arrow-right': ArrowForwardRounded,
  'arrow-down': ArrowDownwardRounded,
  sort: UnfoldMoreRounded,
  article: ArticleOutlined,
  building: ApartmentOutlined,
  card: CreditCardOutlined,
  check: CheckRounded,
  'check-circle': CheckCircleOutlined,
  'chevron-down': ExpandMoreRounded,
  'chevron-left': ChevronLeftRounded,
  'chevron-right': ChevronRightRounded,
  clock: ScheduleOutlined,
  close: CloseRounded,
  contrast: ContrastOutlined,
  copy: ContentCopyOutlined,
  credits: SavingsOutlined,
  delete: DeleteOutlineRounded,
  download: FileDownloadOutlined,
  edit: EditOutlined,
  error: ErrorOutlineRounded,
  euro: EuroRounded,
  external: OpenInNewRounded,
  eye: VisibilityOutlined,
  'eye-off': VisibilityOffOutlined,
  filter: TuneRounded,
  heart: FavoriteRounded,
  help: HelpOutlineRounded,
  history: HistoryRounded,
  home: HomeOutlined,
  hourglass: HourglassEmptyRounded,
  image: ImageOutlined,
  info: InfoOutlined,
  invite: PersonAddOutlined,
  link: LinkRounded,
  lock: LockOutlined,
  mail: MailOutlined,
  menu: MenuRounded,
  more: MoreHorizRounded,
  moon: DarkModeOutlined,
  notifications: NotificationsOutlined,
  pdf: PictureAsPdfOutlined,
  phone: PhoneOutlined,
  place: PlaceOutlined,
  print: PrintOutlined,
  quiz: QuizOutlined,
  reading: AutoStoriesOutlined,
  refresh: RefreshRounded,
  search: SearchRounded,
  security: ShieldOutlined,
  sidebar: MenuOpenRounded,
  'sign-out': LogoutRounded,
  star: StarRounded,
  'star-outline': StarBorderRounded,
  sun: LightModeOutlined,
  trend: TrendingUpRounded,
  trophy: EmojiEventsOutlined,
  upload: FileUploadOutlined,
  video: VideocamOutlined,
  warning: WarningAmberRounded,
} as const;

export type IconName = keyof typeof ICONS;

/** True for a name that this release of the portal can draw. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(ICONS, name);
}
