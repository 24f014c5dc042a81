/** Choosing and uploading a file. */
export { FileUpload, type FileUploadProps } from './FileUpload';
