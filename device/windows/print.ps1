# Prints a picture on a printer of Windows and says what became of it, as JSON. Called by the agent.
param(
  [Parameter(Mandatory)] [string] $Printer,
  [switch] $Look,
  [string] $File,
  [string] $Name,
  [int] $Seconds = 60
)
$ErrorActionPreference = 'Stop'

if ($Look) {
  $state = [string](Get-Printer -Name $Printer).PrinterStatus
  $codes = @{
    PaperOut = 'paperOut'; PaperProblem = 'paperOut'; PaperJam = 'paperJam'; DoorOpen = 'coverOpen'
    Paused = 'paused'; Offline = 'offline'; NotAvailable = 'offline'; Error = 'error'; UserIntervention = 'error'
  }
  $status = @($state -split ',\s*' | ForEach-Object { $codes[$_] } | Where-Object { $_ })
  ConvertTo-Json -Compress @{ status = $status }
  exit
}

Add-Type -AssemblyName System.Drawing
$picture = [System.Drawing.Image]::FromFile($File)
$document = New-Object System.Drawing.Printing.PrintDocument
$document.PrinterSettings.PrinterName = $Printer
$document.DocumentName = $Name
$document.PrintController = New-Object System.Drawing.Printing.StandardPrintController
# Hundredths of an inch; the picture has 203 dots an inch.
$width = [int]($picture.Width / 2.03)
$height = [int]($picture.Height / 2.03)
$document.DefaultPageSettings.PaperSize = New-Object System.Drawing.Printing.PaperSize('Daybook', $width, $height)
$document.DefaultPageSettings.Margins = New-Object System.Drawing.Printing.Margins(0, 0, 0, 0)
$document.add_PrintPage({ $_.Graphics.DrawImage($picture, 0, 0, $width, $height) })
$document.Print()
$picture.Dispose()

$last = ''
$end = (Get-Date).AddSeconds($Seconds)
while ((Get-Date) -lt $end) {
  $job = Get-PrintJob -PrinterName $Printer | Where-Object { $_.DocumentName -eq $Name }
  if (-not $job) { break }
  $last = [string]$job.JobStatus
  if ($last -match 'Printed|Complete') { break }
  Start-Sleep -Milliseconds 200
}
if ($last -match 'Printed|Complete') {
  ConvertTo-Json -Compress @{ outcome = 'printed'; reason = '' }
} elseif ($job) {
  $job | Remove-PrintJob
  ConvertTo-Json -Compress @{ outcome = 'uncertain'; reason = "Windows did not print the paper in time ($last)." }
} else {
  ConvertTo-Json -Compress @{ outcome = 'uncertain'; reason = 'Windows took the paper and did not say that it was printed.' }
}
