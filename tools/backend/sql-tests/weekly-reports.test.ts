import { weeklyReportTests } from './behaviour/weekly-reports';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  weeklyReportTests(database);
});
