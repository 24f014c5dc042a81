import { useQueryClient } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { FileUpload } from '@nemus/area/files';
import { uploadLearningFile, type LearningFile } from '@nemus/data';

const ACCEPTED: Readonly<Record<LearningFile['kind'], string>> = {
  picture: '.png,.jpg,.jpeg,.webp',
  video: '.mp4,.webm',
  subtitles: '.vtt',
  document: '.pdf',
};

const LIMITS: Readonly<Record<LearningFile['kind'], string>> = {
  picture: 'PNG, JPEG oder WebP, höchstens 5 MB',
  video: 'MP4 oder WebM, höchstens 100 MB',
  subtitles: 'WebVTT, höchstens 1 MB',
  document: 'PDF, höchstens 20 MB',
};

/** Uploads a file of an e-learning course. */
export function LearningFileUpload({
  courseId,
  kind,
  label,
  onUploaded,
}: {
  courseId: string;
  kind: LearningFile['kind'];
  /** Label of the button: "Video hochladen". */
  label: string;
  onUploaded: (file: LearningFile) => void;
}) {
  const client = useDataClient();
  const queryClient = useQueryClient();
  return (
    <FileUpload
      label={label}
      accept={ACCEPTED[kind]}
      limits={LIMITS[kind]}
      upload={(file, progress) => uploadLearningFile(client, { courseId, kind, file }, progress)}
      onUploaded={(file) => {
        onUploaded(file);
        return queryClient.invalidateQueries({ queryKey: ['learning-desk', 'files', courseId] });
      }}
    />
  );
}
